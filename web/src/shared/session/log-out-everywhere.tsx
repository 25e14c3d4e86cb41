import { useMutation } from '@tanstack/react-query';

import { toast } from '../toast';
import type { AccountKind } from './ended-session';
import { toastFailure } from './toast-failure';
import { useLeave } from './use-logout';

type Props = {
  kind: AccountKind;
  /** Revokes all tokens of the account, this one included. */
  revokeAll: () => Promise<{ message: string }>;
  className: string;
};

/** The button that ends all sessions of an account, this one included. */
export function LogOutEverywhereButton({ kind, revokeAll, className }: Props) {
  const leave = useLeave(kind);
  const logOut = useMutation({
    mutationFn: revokeAll,
    onSuccess: ({ message }) => {
      leave();
      toast.success(message);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to log out everywhere');
    },
  });
  return (
    <button
      type="button"
      className={className}
      disabled={logOut.isPending}
      onClick={() => {
        logOut.mutate();
      }}
    >
      {logOut.isPending ? 'Logging out...' : 'Log out everywhere'}
    </button>
  );
}
