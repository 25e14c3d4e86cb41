const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Whether this browser has passkeys at this address: a name, with HTTPS or on the machine itself. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !IP_ADDRESS.test(location.hostname);
}
