/** The providers by which readers sign in, such as GitHub, as the server renders them. */

/** Its name is part of its addresses, its label is for people. */
export type LoginProvider = { name: string; label: string };

export function loginProviders(): readonly LoginProvider[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="login-providers"]');
  return meta ? (JSON.parse(meta.content) as LoginProvider[]) : [];
}
