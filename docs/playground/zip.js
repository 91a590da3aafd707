// The files of a ZIP, with what the browser can unpack.

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * Yields the names and bytes of the files whose names `wanted` accepts. What is larger than `most` bytes, unpacked, or
 * damaged, is an error in its place: the others are read all the same.
 */
export async function* unzipped(bytes, wanted, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = found(view);
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new Error("the ZIP is damaged");
    const length = (offset) => view.getUint16(at + offset, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length(28)));
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    };
    at += 46 + length(28) + length(30) + length(32);
    if (!wanted(name)) continue;
    try {
      yield { name, bytes: await unpacked(bytes, view, entry, most) };
    } catch (error) {
      yield { name, error };
    }
  }
}

/** Returns where the end of the directory is: behind it there may be a comment. */
function found(view) {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65535); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error("it is no ZIP");
}

async function unpacked(bytes, view, { method, packed, start, size }, most) {
  if (size > most) throw new Error(`it has ${size} bytes, and ${most} is the limit`);
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const raw = bytes.subarray(from, from + packed);
  if (method === 0) return raw.slice();
  if (method !== 8) throw new Error("it is packed in another way than ZIPs commonly are");
  const reader = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    // What it says of itself need not be true.
    if (length > most) {
      await reader.cancel();
      throw new Error(`it has more than ${most} bytes, which is the limit`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
