import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';

import { paths } from '../../shared/paths';
import type { LoginState } from '../../shared/session/login-prompt';

/** A dialog over the page for visitors; it leads to the login or the home page only. */
export function LoginRequired() {
  const { pathname, search, hash } = useLocation();
  const login = useRef<HTMLAnchorElement>(null);
  const state: LoginState = { from: `${pathname}${search}${hash}` };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="dialog"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            login.current?.focus();
          }}
        >
          <Dialog.Title asChild>
            <h1 className="dialog-title">Login Required</h1>
          </Dialog.Title>
          <Dialog.Description className="dialog-text">
            Please login first to view user profiles.
          </Dialog.Description>
          <div className="dialog-actions">
            <Link to={paths.home} className="button">
              Go Home
            </Link>
            <Link ref={login} to={paths.login} state={state} className="button button-primary">
              Login
            </Link>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
