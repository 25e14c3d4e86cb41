import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import type { SiteSettings } from '../../../shared/api/types';
import { browser } from '../../../shared/reload-page';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleMailSettings } from '../../../test/sample-mail-settings';
import { sampleSiteSettings } from '../../../test/sample-site-settings';

const server = apiServer();
const PNG = new File(['abc'], 'mark.png', { type: 'image/png' });
const PNG_ADDRESS = 'data:image/png;base64,YWJj';

beforeEach(() => {
  signInAs('admin');
  vi.spyOn(browser, 'reload').mockReturnValue();
  server.get('/admin/mail', { success: true, settings: sampleMailSettings() });
});

/** Opens the settings; returns the bodies of the saves, an array that grows. */
async function open(settings: Partial<SiteSettings> = {}) {
  const present = sampleSiteSettings(settings);
  server.get('/admin/site', { success: true, settings: present });
  const saves = recordRequests('put', '/admin/site', { success: true, settings: present });
  server.use(saves.handler);
  renderSite('/admin/site');
  await screen.findByLabelText('Name');
  return () => saves.requests.map(({ body }) => body as Partial<SiteSettings>);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

/** Returns the addresses of the pictures that are shown. */
function shown() {
  return [...document.querySelectorAll('.site-logo img, .site-icon')].map((picture) =>
    picture.getAttribute('src'),
  );
}

it('sends a chosen logo and icon, which it shows before they are saved', async () => {
  const sent = await open();
  expect(shown()).toEqual([]);
  await userEvent.upload(screen.getByLabelText('Logo'), PNG);
  await userEvent.upload(screen.getByLabelText('Icon'), PNG);
  await waitFor(() => {
    // The logo in both schemes.
    expect(shown()).toEqual([PNG_ADDRESS, PNG_ADDRESS, PNG_ADDRESS]);
  });
  expect(screen.getByText('You have unsaved changes.')).toBeVisible();
  await save();
  await waitFor(() => {
    expect(sent()).toEqual([expect.objectContaining({ logo: PNG_ADDRESS, icon: PNG_ADDRESS })]);
  });
});

it('keeps the present pictures when something else is saved, and removes one', async () => {
  const sent = await open({ logo: '/media/0a.webp', icon: '/icon-192.png?v=1' });
  expect(shown()).toEqual(['/media/0a.webp', '/media/0a.webp', '/icon-192.png?v=1']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }));
  expect(screen.getByLabelText('Logo')).toHaveFocus();
  expect(shown()).toEqual(['/icon-192.png?v=1']);
  expect(screen.queryByRole('button', { name: 'Remove the logo' })).not.toBeInTheDocument();
  await save();
  await waitFor(() => {
    expect(sent()).toEqual([expect.objectContaining({ logo: null, icon: '/icon-192.png?v=1' })]);
  });
});

it('refuses a file that is no picture, and can be saved all the same', async () => {
  const sent = await open();
  const file = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' });
  await userEvent.upload(screen.getByLabelText('Logo'), file);
  const logo = screen.getByLabelText('Logo');
  expect(await screen.findByText(/“a\.svg” is not a PNG/u)).toBeVisible();
  expect(logo).toHaveAttribute('aria-invalid', 'true');
  expect(logo).toHaveAccessibleDescription(/is not a PNG/u);
  await save();
  await waitFor(() => {
    expect(sent()).toEqual([expect.objectContaining({ logo: null })]);
  });
});

it('shows at its field what the server says of a picture', async () => {
  await open();
  const message = 'The icon needs a picture of at least 192 × 192 pixels';
  const refused = { success: false, code: 'invalid', message, errors: { icon: message } };
  server.use(recordRequests('put', '/admin/site', refused, 400).handler);
  const icon = screen.getByLabelText('Icon');
  await userEvent.upload(icon, PNG);
  await save();
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => {
    expect(icon).toHaveFocus();
  });
});

const days = () => within(screen.getByRole('group', { name: 'Days' }));

it('sends the chosen days in the order of the week', async () => {
  const sent = await open({ newsletterDays: ['friday'] });
  expect(days().getByLabelText('Friday')).toBeChecked();
  await userEvent.click(days().getByLabelText('Sunday'));
  await userEvent.click(days().getByLabelText('Monday'));
  await userEvent.click(days().getByLabelText('Friday'));
  await save();
  await waitFor(() => {
    expect(sent()).toEqual([expect.objectContaining({ newsletterDays: ['monday', 'sunday'] })]);
  });
});

it('says that one day is needed', async () => {
  await open();
  const monday = days().getByLabelText('Monday');
  await userEvent.click(monday);
  expect(screen.getByText('Choose at least one day')).toBeVisible();
  expect(monday).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(days().getByLabelText('Tuesday'));
  expect(screen.queryByText('Choose at least one day')).not.toBeInTheDocument();
});

it('shows days that the environment sets, which cannot be changed', async () => {
  const variable = 'BLOG_APP_MAIL__NEWSLETTER_DAYS';
  await open({ locked: [{ field: 'newsletterDays', variable }] });
  expect(days().getByLabelText('Monday')).toBeDisabled();
  expect(screen.getByText(variable)).toBeVisible();
});
