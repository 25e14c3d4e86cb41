import type { RegisterOptions } from 'react-hook-form';

import { NAME_LENGTH_MIN, PASSWORD_LENGTH_MIN, isEmail, lengthOf } from '../../shared/form/rules';
import { INVALID_EMAIL, SHORT_PASSWORD, SHORT_USERNAME } from '../../shared/form/texts';
import type { NewAdmin } from './api';

export const SIGNUP_FIELDS = ['username', 'email', 'password', 'masterPassword'] as const;

export const signupRules = {
  username: {
    required: true,
    validate: (text) => lengthOf(text.trim()) >= NAME_LENGTH_MIN || SHORT_USERNAME,
  },
  email: { required: true, validate: (text) => isEmail(text) || INVALID_EMAIL },
  password: {
    required: true,
    validate: (text) => lengthOf(text) >= PASSWORD_LENGTH_MIN || SHORT_PASSWORD,
  },
  masterPassword: { required: true },
} satisfies { [Field in keyof NewAdmin]: RegisterOptions<NewAdmin, Field> };
