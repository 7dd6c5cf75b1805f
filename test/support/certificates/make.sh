#!/bin/sh
# Makes the certificates in this folder and in platform/ anew, valid for a hundred years, and one in expired/, valid until 2021.
# Nobody keeps the authorities' keys.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
export scratch
cat > "$scratch/config" <<'END'
[ca]
default_ca = authority
[authority]
database = $ENV::scratch/index
new_certs_dir = $ENV::scratch
rand_serial = yes
default_md = sha256
default_startdate = 20200101000000Z
default_enddate = 21200101000000Z
policy = any
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
subjectKeyIdentifier = hash
[leaf]
basicConstraints = critical, CA:false
subjectAltName = IP:127.0.0.1, DNS:localhost
END
request() { openssl req -new -config "$scratch/config" -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "$@"; }
sign() { openssl ca -config "$scratch/config" -batch -notext -keyfile "$scratch/ca.key" "$@"; }
make() {
  rm -f "$scratch"/index*
  touch "$scratch/index"
  request -subj '/CN=Test CA' -keyout "$scratch/ca.key" -out "$scratch/ca.request"
  sign -selfsign -extensions root -in "$scratch/ca.request" -out ca.pem
  request -subj /CN=localhost -keyout key.pem -out "$scratch/request"
  sign -cert ca.pem -extensions leaf "$@" -in "$scratch/request" -out cert.pem
}
make
cd platform
make
cd ../expired
make -enddate 20210101000000Z
