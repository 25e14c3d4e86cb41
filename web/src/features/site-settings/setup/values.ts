import type { MailValues } from '../mail-fields';

/** The fields of all steps. */
export type SetupValues = {
  username: string;
  email: string;
  password: string;
  name: string;
  description: string;
  accent: string;
  hasMail: boolean;
  mail: MailValues;
  sampleContent: boolean;
};
