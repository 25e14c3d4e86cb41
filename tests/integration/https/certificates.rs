//! Certificates that sign themselves.

use std::path::Path;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::CertificateDer;

use super::replace;

pub struct Issued {
    pub certificate: CertificateDer<'static>,
    pub pem: String,
    pub key: String,
}

pub fn issue(names: &[&str]) -> Issued {
    let key = KeyPair::generate().unwrap();
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    let certificate = CertificateParams::new(names).unwrap().self_signed(&key).unwrap();
    Issued {
        certificate: certificate.der().clone(),
        pem: certificate.pem(),
        key: key.serialize_pem(),
    }
}

impl Issued {
    pub fn write_to(&self, folder: &Path) {
        replace(&folder.join("cert.pem"), &self.pem);
        replace(&folder.join("key.pem"), &self.key);
    }
}
