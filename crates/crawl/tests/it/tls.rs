//! Servers whose certificates nobody vouches for.

use std::{
    io::Read as _,
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivatePkcs8KeyDer},
};

use crate::harness::{config, crawl};

/// Of a certificate that signs itself, for `secure.test`. The key is nobody's secret.
const CERTIFICATE: &[u8] = include_bytes!("tls/certificate.der");
const KEY: &[u8] = include_bytes!("tls/key.der");

/// Serves TLS, and counts connections. Returns the port.
fn serve(n_connections: Arc<AtomicUsize>) -> u16 {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let settings = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], PrivatePkcs8KeyDer::from(KEY).into())
        .unwrap();
    let settings = Arc::new(settings);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            n_connections.fetch_add(1, Ordering::SeqCst);
            let connection = ServerConnection::new(Arc::clone(&settings)).unwrap();
            let mut stream = StreamOwned::new(connection, stream.unwrap());
            // The client goes away as soon as it has seen the certificate, without a request.
            assert!(!matches!(stream.read(&mut [0; 1]), Ok(1)));
        }
    });
    port
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_a_failure_that_says_so() {
    let n_connections = Arc::<AtomicUsize>::default();
    let port = serve(Arc::clone(&n_connections));
    let url = format!("https://secure.test:{port}/");
    let crawled = crawl(config().retries(2), std::slice::from_ref(&url)).await;
    assert_eq!((crawled.summary.failed, crawled.summary.pages), (1, 0));
    assert!(crawled.summary.complete);
    let [said] = &crawled.events[..] else { panic!("{:?}", crawled.events) };
    assert!(said.starts_with(&format!("failed {url} ")), "{said}");
    assert!(said.contains("certificate"), "{said}");
    // The first time, and twice again.
    assert_eq!(n_connections.load(Ordering::SeqCst), 3);
}
