import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { scorePassword } from './password-score';
import { PasswordStrength } from './password-strength';

it.each([
  ['', 0, 'Very Weak'],
  ['abc', 1, 'Weak'],
  ['abcdefgh', 2, 'Fair'],
  ['abcdefg1', 3, 'Good'],
  ['Abcdefg1', 4, 'Strong'],
  ['Abcdef-1', 5, 'Very Strong'],
])('%j scores %i: %s', (password, score, label) => {
  expect(scorePassword(password)).toMatchObject({ score, label });
});

it('shows the strength and the missing checks', () => {
  render(<PasswordStrength id="strength" password="abcdefg1" />);
  expect(screen.getByRole('status')).toHaveTextContent('Password strength: Good');
  const items = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(items).toEqual([
    'At least 8 characters: met',
    'An uppercase letter: not met yet',
    'A lowercase letter: met',
    'A digit: met',
    'A special character: not met yet',
  ]);
});

it('shows no strength for an empty password', () => {
  render(<PasswordStrength id="strength" password="" />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(within(screen.getByRole('list')).getAllByText(': not met yet')).toHaveLength(5);
});
