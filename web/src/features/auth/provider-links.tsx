import { loginProviders } from '../../shared/login-providers';
import './auth.css';
import { rememberReturn } from './use-provider-return';

/** The links to the providers by which readers sign in. Plain ones: the server leads on to another site. */
export function ProviderLinks({ from }: { from: string | undefined }) {
  const providers = loginProviders();
  if (providers.length === 0) {
    return null;
  }
  return (
    <ul className="provider-links" aria-label="Other ways to log in">
      {providers.map(({ name, label }) => (
        <li key={name}>
          <a
            href={`/api/auth/${name}/start`}
            className="button button-wide"
            onClick={() => {
              rememberReturn(from);
            }}
          >
            Continue with {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
