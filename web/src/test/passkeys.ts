import { onTestFinished, vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

class Assertion {
  readonly clientDataJSON = bytes('client');
  readonly authenticatorData = bytes('authenticator');
  readonly signature = bytes('signature');
  readonly userHandle = bytes('handle');
}

class Attestation {
  readonly clientDataJSON = bytes('client');
  readonly attestationObject = bytes('object');
  getTransports() {
    return ['internal'];
  }
}

class Credential {
  readonly id = 'credential';
  constructor(readonly response: Assertion | Attestation) {}
}

/** The response to a request for the challenge of a passkey that is used. */
export const REQUEST_OPTIONS = {
  success: true,
  publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', timeout: 300_000 },
};

/** What the client sends of the passkey that is used. */
export const USED_PASSKEY = {
  id: 'credential',
  response: {
    clientDataJSON: 'Y2xpZW50',
    authenticatorData: 'YXV0aGVudGljYXRvcg',
    signature: 'c2lnbmF0dXJl',
    userHandle: 'aGFuZGxl',
  },
};

/** What the client sends of the passkey that is made. */
export const MADE_PASSKEY = {
  clientDataJSON: 'Y2xpZW50',
  attestationObject: 'b2JqZWN0',
  transports: ['internal'],
};

/** Gives the browser passkeys until the test ends, each of which is used or made as soon as it is asked for. */
export function stubPasskeys() {
  const credentials = {
    get: vi.fn(() => Promise.resolve(new Credential(new Assertion()))),
    create: vi.fn(() => Promise.resolve(new Credential(new Attestation()))),
  };
  define(globalThis, 'PublicKeyCredential', Credential);
  define(globalThis, 'AuthenticatorAssertionResponse', Assertion);
  define(globalThis, 'AuthenticatorAttestationResponse', Attestation);
  define(navigator, 'credentials', credentials);
  return credentials;
}

/** Defines what jsdom lacks, until the test ends. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
  onTestFinished(() => {
    Reflect.deleteProperty(target, name);
  });
}
