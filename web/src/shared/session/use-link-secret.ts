import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns the secret after the `#` of a mailed link, and removes it from the address bar and the history. */
export function useLinkSecret(): string {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(hash.slice(1));
  const present = hash.slice(1);

  // Another link may be opened in the same tab.
  if (present !== '' && present !== secret) {
    setSecret(present);
  }

  useEffect(() => {
    if (hash !== '') {
      void navigate(pathname, { replace: true });
    }
  }, [pathname, hash, navigate]);

  return secret;
}
