import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { apiServer } from '../../test/api-server';
import { NewsletterForm } from './newsletter-form';

const server = apiServer();

const email = () => screen.getByLabelText('Email');

async function submit(address: string) {
  await userEvent.clear(email());
  await userEvent.type(email(), address);
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
}

it('asks for the newsletter once a week by default, and says what the server says', async () => {
  const sent = server.post('/newsletter', {
    success: true,
    message: 'Check your inbox to confirm',
  });
  render(<NewsletterForm />);
  await submit(' ada@example.org');
  expect(await screen.findByText('Check your inbox to confirm')).toHaveFocus();
  expect(sent).toEqual([{ email: 'ada@example.org', how: 'weekly' }]);
});

it('sends how often the mails are to come', async () => {
  const sent = server.post('/newsletter', { success: true, message: 'Thanks' });
  render(<NewsletterForm />);
  await userEvent.selectOptions(screen.getByLabelText('How often'), 'Each post at once');
  await submit('ada@example.org');
  await screen.findByText('Thanks');
  expect(sent).toEqual([{ email: 'ada@example.org', how: 'each' }]);
});

it('says on which days it comes, if not once a week', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta name="newsletter-days" content="On Mondays and Fridays">',
  );
  const sent = server.post('/newsletter', { success: true, message: 'Thanks' });
  render(<NewsletterForm />);
  document.querySelector('meta[name="newsletter-days"]')?.remove();
  expect(screen.getByLabelText('How often')).toHaveDisplayValue('On Mondays and Fridays');
  await submit('ada@example.org');
  await screen.findByText('Thanks');
  expect(sent).toEqual([{ email: 'ada@example.org', how: 'weekly' }]);
});

it('shows an error at the field, and keeps what was typed', async () => {
  render(<NewsletterForm />);
  await submit('nobody');
  expect(email()).toHaveAccessibleDescription('Please enter a valid email address');
  expect(email()).toHaveFocus();
  const message = 'This domain is blocked';
  server.refuse('/newsletter', 400, 'validation_failed', message, { errors: { email: message } });
  await submit('ada@blocked.example');
  expect(await screen.findByText(message)).toBeVisible();
  expect(email()).toHaveAccessibleDescription(message);
  expect(email()).toHaveValue('ada@blocked.example');
});

it('shows other errors below the form', async () => {
  server.refuse('/newsletter', 429, 'too_many_requests', 'Too many requests');
  render(<NewsletterForm />);
  await submit('ada@example.org');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests');
  expect(email()).toHaveValue('ada@example.org');
});
