"""What sites of programs that really run share: clean folders, commands, CGI and mails."""

import datetime
import os
import re
import shutil
import subprocess
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from kit.content import Content
from kit.settings import Site


def new_state_folder(site: Site) -> Path:
    """An empty folder for the files of the program."""
    folder = site.state_folder()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def run(*command, env: dict, input: bytes | None = None, cwd: Path | None = None) -> bytes:
    """What a command writes to its standard output.

    Raises `RuntimeError`, with what it writes to its standard error, if it fails.
    """
    done = subprocess.run(command, capture_output=True, env=env, input=input, cwd=cwd, check=False)
    if done.returncode:
        error = done.stderr.decode("utf-8", "replace")[-500:]
        raise RuntimeError(f"{' '.join(map(str, command))}: exit code {done.returncode}: {error}")
    return done.stdout


def own_environment(folder: Path, **values) -> dict:
    """The environment with the folder as home, so that no settings of the user count."""
    return dict(os.environ, HOME=str(folder), LC_ALL="C.UTF-8", **values)


def cgi_variables(host: str, path: str, query: str = "", script: str = "") -> dict:
    """The variables of a CGI request."""
    return dict(
        GATEWAY_INTERFACE="CGI/1.1",
        REQUEST_METHOD="GET",
        SCRIPT_NAME=script,
        PATH_INFO=path,
        QUERY_STRING=query,
        REQUEST_URI=script + path + ("?" + query if query else ""),
        HTTP_HOST=host,
        SERVER_NAME=host,
        REMOTE_ADDR="127.0.0.1",
        SERVER_PROTOCOL="HTTP/1.1",
        HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    )


def without_headers(response: bytes) -> str:
    """The body of a CGI response."""
    text = response.decode("utf-8", "replace").replace("\r\n", "\n")
    return text.partition("\n\n")[2]


def utc(time: datetime.datetime) -> datetime.datetime:
    return time.replace(tzinfo=datetime.UTC)


def people_of(content: Content) -> dict[str, tuple[str, str]]:
    """Name and address for each nickname."""
    return {nick: (content.f.name(), f"{nick}@example.net") for nick in content.nicks}


def make_mail(post: dict, sender: tuple[str, str], subject: str, number: str, answered: str | None) -> EmailMessage:
    """A mail without its text; `number` and `answered` are message numbers."""
    mail = EmailMessage()
    mail["From"] = f'"{sender[0]}" <{sender[1]}>'
    mail["Subject"] = subject
    mail["Date"] = format_datetime(utc(post["when"]))
    mail["Message-ID"] = number
    if answered:
        mail["In-Reply-To"] = answered
        mail["References"] = answered
    return mail


def get_page(client, path: str, site: Site) -> str:
    """A page of a Django program by its test client; the token of forms, random otherwise, is fixed."""
    response = client.get(path, HTTP_HOST=site.host, HTTP_ACCEPT_LANGUAGE=site.language, secure=True, follow=True)
    if response.status_code != 200:
        raise RuntimeError(f"{path}: status {response.status_code}")
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1token", response.content.decode())
