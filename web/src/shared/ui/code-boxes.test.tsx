import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { CodeBoxes, EMPTY_CODE, isCompleteCode } from './code-boxes';

function Boxes() {
  const [code, setCode] = useState(EMPTY_CODE);
  return (
    <>
      <CodeBoxes label="Verification code" value={code} onChange={setCode} />
      <output>{isCompleteCode(code) ? 'complete' : 'incomplete'}</output>
    </>
  );
}

function box(number: number) {
  return screen.getByRole('textbox', { name: `Digit ${number} of 6` });
}

function values() {
  return screen.getAllByRole<HTMLInputElement>('textbox').map((input) => input.value);
}

function setup() {
  render(<Boxes />);
  return userEvent.setup();
}

it('has six inputs of one digit with autofill for one-time codes', () => {
  setup();
  expect(screen.getByRole('group', { name: 'Verification code' })).toBeVisible();
  expect(values()).toHaveLength(6);
  expect(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
  expect(box(1)).toHaveAttribute('inputmode', 'numeric');
});

it('moves on with every digit and ignores other characters', async () => {
  const user = setup();
  await user.click(box(1));
  await user.keyboard('1a-2');
  expect(values()).toEqual(['1', '2', '', '', '', '']);
  expect(box(3)).toHaveFocus();
  await user.keyboard('3456');
  expect(values()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(box(6)).toHaveFocus();
  expect(screen.getByText('complete')).toBeVisible();
});

it('moves back with backspace, one digit at a time', async () => {
  const user = setup();
  await user.click(box(1));
  await user.keyboard('123{Backspace}');
  expect(values()).toEqual(['1', '2', '', '', '', '']);
  expect(box(3)).toHaveFocus();
  await user.keyboard('{Backspace}{Backspace}{Backspace}');
  expect(values()).toEqual(['', '', '', '', '', '']);
  expect(box(1)).toHaveFocus();
});

it('replaces a digit that is typed over', async () => {
  const user = setup();
  await user.click(box(1));
  await user.keyboard('123456{Home}9');
  expect(values()).toEqual(['9', '2', '3', '4', '5', '6']);
  expect(box(2)).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowLeft}{Delete}');
  expect(values()).toEqual(['9', '', '3', '4', '5', '6']);
});

it('spreads a pasted code over all boxes from any box', async () => {
  const user = setup();
  await user.click(box(4));
  await user.paste('Your code: 123-456.');
  expect(values()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(box(6)).toHaveFocus();
});

it('fills in a part of a code from the box with the focus', async () => {
  const user = setup();
  await user.click(box(5));
  await user.paste('789');
  expect(values()).toEqual(['', '', '', '', '7', '8']);
  await user.paste('no digits');
  expect(values()).toEqual(['', '', '', '', '7', '8']);
});
