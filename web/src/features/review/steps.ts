/** The steps of the review, as their dialogs ask for them. */
import type { Step } from './step-dialog';

export const SUBMIT: Step = {
  title: 'Submit for Review',
  description: 'The draft is saved. An editor then reads it, and publishes it or asks for changes.',
  noteLabel: 'Note to the editors (optional)',
  noteMissing: null,
  hasTime: false,
  confirmText: 'Submit',
  busyText: 'Submitting...',
};

export const APPROVE: Step = {
  title: 'Approve and publish',
  description: 'The post is on the site at once, with the text as you see it here.',
  noteLabel: 'Note to the authors (optional)',
  noteMissing: null,
  hasTime: false,
  confirmText: 'Approve and publish',
  busyText: 'Publishing...',
};

export const SCHEDULE: Step = {
  title: 'Approve and schedule',
  description: 'The post is published at this time, with the text as it is then.',
  noteLabel: 'Note to the authors (optional)',
  noteMissing: null,
  hasTime: true,
  confirmText: 'Approve and schedule',
  busyText: 'Scheduling...',
};

export const CHANGES: Step = {
  title: 'Request changes',
  description: 'The draft goes back to its authors, who can change it and submit it again.',
  noteLabel: 'What should be changed?',
  noteMissing: 'Say what should be changed',
  hasTime: false,
  confirmText: 'Request changes',
  busyText: 'Sending...',
};
