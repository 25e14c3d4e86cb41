/** What the browser does with passkeys, in the JSON of the server. Loaded when it is asked for. */

import { api, unwrap } from '../api/client';
import { ApiError } from '../api/errors';
import type { NewPasskey, PasskeyAssertion, PasskeyCreation } from '../api/types';

/** An error of the browser, shown as those of the server are. */
class PasskeyFailure extends ApiError {
  constructor(message: string) {
    super(0, message);
  }
}

/** Lets the person use a passkey of this site. */
export async function signWithPasskey(): Promise<PasskeyAssertion> {
  const { publicKey } = await unwrap(api.POST('/auth/passkey/options'));
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(publicKey.challenge),
        rpId: publicKey.rpId,
        timeout: publicKey.timeout,
        userVerification: 'required',
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse) || !response.userHandle) {
    throw new PasskeyFailure('This passkey cannot be used here.');
  }
  return {
    id: credential.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle),
    },
  };
}

/** Lets the person make a passkey. */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey['response']> {
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        rp: options.rp,
        user: { ...options.user, id: bytesOf(options.user.id) },
        challenge: bytesOf(options.challenge),
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
        timeout: options.timeout,
        excludeCredentials: options.excludeCredentials.map(({ id }) => ({
          type: 'public-key',
          id: bytesOf(id),
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) {
    throw new PasskeyFailure('The passkey could not be made.');
  }
  return {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  };
}

async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await request().catch((error: unknown) => {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new PasskeyFailure(
      isKnown
        ? 'This device has a passkey for your account already.'
        : 'No passkey was used. Please try again.',
    );
  });
  if (!(credential instanceof PublicKeyCredential)) {
    throw new PasskeyFailure('No passkey was used. Please try again.');
  }
  return credential;
}

/** Reads base 64 for URLs. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
