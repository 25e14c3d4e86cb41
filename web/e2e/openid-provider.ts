/** A real OpenID provider, at which every email address has an account. */
import { generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { type Configuration, type InteractionResults, Provider } from 'oidc-provider';

// The provider needs it, and Node.js has it since version 22.
if (!Reflect.has(URL, 'parse')) {
  const parse = (address: string) => (URL.canParse(address) ? new URL(address) : null);
  Object.assign(URL, { parse });
}

/** The site at the provider. */
export const CLIENT = { client_id: 'blog', client_secret: 'a secret of the site' } as const;

export type OpenIdProvider = { issuer: string; stop: () => Promise<void> };

/** Starts the provider of a site, which it leads back to these addresses alone. */
export async function startOpenIdProvider(redirects: string[]): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, 'localhost', listening);
  });
  // A server on a TCP port has an `AddressInfo`, never the name of a pipe.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(issuer, redirects);
  const respond = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/sign-in/')) {
      void signIn(provider, request, response);
    } else {
      void respond(request, response);
    }
  });
  return {
    issuer,
    stop: async () => {
      await new Promise<void>((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      });
    },
  };
}

function createProvider(issuer: string, redirects: string[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const configuration: Configuration = {
    clients: [{ ...CLIENT, redirect_uris: redirects }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the cookies'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, name: 'Grace Hopper', email, email_verified: true }),
    }),
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ accountId, clientId: CLIENT.client_id });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  return new Provider(issuer, configuration);
}

const PAGE = `<!doctype html>
<html lang="en"><head><title>Provider</title><link rel="icon" href="data:,"></head>
<body><main><h1>Sign in at the provider</h1><form method="post">
<label>Address <input name="email" type="email"></label>
<button>Go on</button> <button name="cancelled" value="yes">Cancel</button>
</form></main></body></html>`;

/** The page of the provider that asks who the person is. */
async function signIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result: InteractionResults = form.has('cancelled')
    ? { error: 'access_denied', error_description: 'The person has cancelled' }
    : { login: { accountId: form.get('email') ?? '' } };
  await provider.interactionFinished(request, response, result);
}
