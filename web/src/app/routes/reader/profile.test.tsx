import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { User } from '../../../shared/api/types';
import { currentSession, startSession } from '../../../shared/session/session';
import { renderSite } from '../../../test/render-site';
import { sampleProfileComment } from '../../../test/sample-profile-comment';
import { sampleUser } from '../../../test/sample-user';

const MENTOR = { url: '/avatars/mentor.svg', name: 'The Mentor', description: 'Explains.' };
const BUILDER = { url: '/avatars/builder.svg', name: 'The Builder', description: 'Ships.' };

const server = setupServer();
let sent: unknown[] = [];
let stored: User = sampleUser();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  sent = [];
  signIn(sampleUser());
  server.use(
    http.get('*/api/users/profile/u1', () => HttpResponse.json(stored)),
    http.get('*/api/users/u1/comments', () => HttpResponse.json([sampleProfileComment(1)])),
    http.get('*/api/avatars', () =>
      HttpResponse.json({ success: true, avatars: [MENTOR, BUILDER] }),
    ),
    http.get('*/api/blogs*', () => HttpResponse.json({}, { status: 500 })),
  );
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

function signIn(user: User) {
  stored = user;
  startSession('token', user);
}

/** Mocks the response to a change of the profile. */
function onChange(respond: () => Response) {
  server.use(
    http.patch('*/api/users/u1/profile', async ({ request }) => {
      sent.push(await request.json());
      return respond();
    }),
  );
}

function changedProfile(changes: Partial<User>) {
  return () => {
    stored = sampleUser(changes);
    return HttpResponse.json({ success: true, user: stored, message: 'x' });
  };
}

async function openForm() {
  const router = renderSite('/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  return router;
}

async function fill(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== '') {
    await userEvent.type(screen.getByLabelText(label), text);
  }
}

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
}

describe('the own profile', () => {
  it('shows the reader and their comments, with links', async () => {
    renderSite('/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Walker' })).toBeVisible();
    expect(screen.getByText('ada@example.org')).toBeVisible();
    expect(await screen.findByText('Comment 1')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'My Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Discussion' })).toHaveAttribute(
      'href',
      '/blog/b1#comment-c1',
    );
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Bookmarks' })).toHaveAttribute('href', '/bookmarks');
    await userEvent.click(main.getByRole('button', { name: 'Logout' }));
    expect(currentSession()).toBeNull();
  });

  it('shows an error when the reader cannot be fetched', async () => {
    server.use(
      http.get('*/api/users/profile/u1', () => HttpResponse.json({}, { status: 500 }), {
        once: true,
      }),
    );
    renderSite('/profile');
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Walker' })).toBeVisible();
  });

  it('shows a pending email and can cancel it', async () => {
    signIn(sampleUser({ pendingEmail: 'new@example.org' }));
    onChange(changedProfile({}));
    renderSite('/profile');
    const notice = await screen.findByText('new@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Keep the present one' }));
    await waitFor(() => {
      expect(notice).not.toBeInTheDocument();
    });
    expect(sent).toEqual([{ email: 'ada@example.org' }]);
  });

  it('links to the code form with the email', async () => {
    signIn(sampleUser({ pendingEmail: 'new@example.org' }));
    const router = renderSite('/profile');
    await userEvent.click(await screen.findByRole('link', { name: 'Enter code' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/verify-email');
    });
    expect(router.state.location.state).toEqual({ email: 'new@example.org' });
  });
});

describe('the account', () => {
  it('revokes the token on the server on a logout', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      http.post('*/api/auth/logout', ({ request }) => {
        tokens.push(request.headers.get('authorization'));
        return HttpResponse.json({ success: true, message: 'x' });
      }),
    );
    renderSite('/profile');
    const main = within(await screen.findByRole('main'));
    await userEvent.click(await main.findByRole('button', { name: 'Logout' }));
    expect(currentSession()).toBeNull();
    await waitFor(() => {
      expect(tokens).toEqual(['Bearer token']);
    });
  });

  it('logs out in this browser when the server is unreachable', async () => {
    server.use(http.post('*/api/auth/logout', () => HttpResponse.error()));
    const router = renderSite('/profile');
    const main = within(await screen.findByRole('main'));
    await userEvent.click(await main.findByRole('button', { name: 'Logout' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(currentSession()).toBeNull();
  });

  it('logs out everywhere', async () => {
    server.use(
      http.post('*/api/auth/logout-all', () =>
        HttpResponse.json({ success: true, message: 'You are logged out everywhere' }),
      ),
    );
    const router = renderSite('/profile');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByText('You are logged out everywhere')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(currentSession()).toBeNull();
  });

  it('changes the password and stores the new token', async () => {
    server.use(
      http.put('*/api/users/u1/password', async ({ request }) => {
        sent.push(await request.json());
        const message = 'Password updated successfully';
        return HttpResponse.json({ success: true, message, token: 'fresh' });
      }),
    );
    await openForm();
    const form = within(screen.getByRole('region', { name: 'Change password' }));
    await userEvent.type(form.getByLabelText('Current password'), 'Correct-horse-1');
    await userEvent.type(form.getByLabelText('New password'), 'Another-horse-2');
    await userEvent.type(form.getByLabelText('Confirm new password'), 'Another-horse-2');
    await userEvent.click(form.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
    expect(sent).toEqual([{ currentPassword: 'Correct-horse-1', newPassword: 'Another-horse-2' }]);
    expect(currentSession()?.token).toBe('fresh');
    expect(form.getByLabelText('Current password')).toHaveValue('');
  });
});

describe('the profile form', () => {
  it('saves changes and shows them everywhere', async () => {
    onChange(changedProfile({ name: 'Ada W.' }));
    await openForm();
    await fill('Name', ' Ada W. ');
    await fill('Website', 'ada.example.org');
    await userEvent.click(screen.getByLabelText('Hide my address from other readers'));
    await save();
    expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Ada W.' })).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Ada W.',
        bio: 'Walks through forms.',
        hideEmail: true,
        socialLinks: { website: 'https://ada.example.org', github: '', linkedin: '', x: '' },
      },
    ]);
    expect(currentSession()?.account.name).toBe('Ada W.');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus();
  });

  it.each([
    ['Name', '', 'Name is required'],
    ['Name', ' A ', 'Name must be at least 2 characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'ada@', 'Invalid email format'],
    ['GitHub', 'not a link', 'Invalid URL format'],
    ['X', 'javascript:alert(1)', 'Invalid URL format'],
  ])('refuses for %s "%s": %s', async (label, text, message) => {
    await openForm();
    await fill(label, text);
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('counts the characters of the bio and refuses one that is too long', async () => {
    await openForm();
    const bio = screen.getByLabelText('Bio');
    expect(bio).toHaveAccessibleDescription('20/500');
    await userEvent.clear(bio);
    await userEvent.click(bio);
    await userEvent.paste('x'.repeat(501));
    await save();
    expect(await screen.findByText('Bio must be less than 500 characters')).toBeVisible();
  });

  it('leads to the code form after an email change', async () => {
    onChange(changedProfile({ pendingEmail: 'new@example.org' }));
    const router = await openForm();
    await fill('Email', 'new@example.org');
    const form = within(screen.getByRole('region', { name: 'Edit Profile' }));
    await save();
    expect(await form.findByText('Please enter your current password')).toBeVisible();
    await userEvent.type(form.getByLabelText('Current password'), 'Correct-horse-1');
    await save();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/verify-email');
    });
    expect(router.state.location.state).toMatchObject({ email: 'new@example.org' });
    expect(sent).toEqual([
      expect.objectContaining({ email: 'new@example.org', currentPassword: 'Correct-horse-1' }),
    ]);
  });

  it('shows an error of the server on its field and keeps the input', async () => {
    const message = 'Email is already registered';
    onChange(() =>
      HttpResponse.json(
        { success: false, code: 'email_taken', message, errors: { email: message } },
        { status: 409 },
      ),
    );
    await openForm();
    await fill('Email', 'taken@example.org');
    const form = within(screen.getByRole('region', { name: 'Edit Profile' }));
    await userEvent.type(form.getByLabelText('Current password'), 'Correct-horse-1');
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('taken@example.org');
  });

  it('shows a default error when saving fails', async () => {
    onChange(() => HttpResponse.json({}, { status: 500 }));
    await openForm();
    await save();
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeVisible();
  });

  it('saves the selected avatar', async () => {
    server.use(
      http.patch('*/api/users/u1/profile-picture', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ success: true, profileImage: BUILDER });
      }),
    );
    await openForm();
    expect(await screen.findByRole('button', { name: 'The Mentor', pressed: true })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'The Builder' }));
    expect(await screen.findByText('Profile picture updated successfully!')).toBeInTheDocument();
    expect(sent).toEqual([{ profileImage: BUILDER }]);
    expect(screen.getByRole('img', { name: 'The Builder' })).toHaveAttribute('src', BUILDER.url);
    expect(currentSession()?.account.profileImage).toEqual(BUILDER);
  });

  it('shows a placeholder for an avatar that fails to load', async () => {
    await openForm();
    const choice = await screen.findByRole('button', { name: 'The Builder' });
    fireEvent.error(choice.querySelector('img') ?? document.body);
    expect(choice.querySelector('.avatar-missing')).toBeVisible();
    expect(choice.querySelector('img')).not.toBeInTheDocument();
  });

  it('keeps the avatar when saving another fails', async () => {
    server.use(
      http.patch('*/api/users/u1/profile-picture', () => HttpResponse.json({}, { status: 500 })),
    );
    await openForm();
    await userEvent.click(await screen.findByRole('button', { name: 'The Builder' }));
    expect(await screen.findByText('Failed to update profile picture')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'The Mentor', pressed: true })).toBeVisible();
  });
});

describe('unsaved changes', () => {
  it('are confirmed before leaving the page', async () => {
    const router = await openForm();
    await fill('Name', 'Ada L.');
    await act(() => router.navigate('/recent'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Leave without saving?')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/profile');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada L.');
    await act(() => router.navigate('/recent'));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/recent');
    });
  });

  it('need no confirmation when there are none', async () => {
    const router = await openForm();
    await act(() => router.navigate('/recent'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/recent');
    });
  });
});

describe('deleting the account', () => {
  async function openDialog() {
    const router = renderSite('/profile');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }));
    return { router, dialog };
  }

  it('requires the password and shows when it is wrong', async () => {
    const message = 'Incorrect password';
    server.use(
      http.delete('*/api/users/u1', async ({ request }) => {
        sent.push(await request.json());
        const errors = { password: message };
        return HttpResponse.json(
          { success: false, code: 'incorrect_password', message, errors },
          { status: 400 },
        );
      }),
    );
    const { dialog } = await openDialog();
    expect(dialog.getByText(/ada@example.org/)).toBeVisible();
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText('Please enter your password')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(currentSession()).not.toBeNull();
  });

  it('ends the session and leads to the home page', async () => {
    server.use(
      http.delete('*/api/users/u1', () =>
        HttpResponse.json({ success: true, message: 'Your account has been deleted' }),
      ),
    );
    const { router, dialog } = await openDialog();
    await userEvent.type(dialog.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByText('Your account has been deleted')).toBeInTheDocument();
    expect(currentSession()).toBeNull();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
  });

  it('can be cancelled', async () => {
    const { dialog } = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(currentSession()).not.toBeNull();
  });
});
