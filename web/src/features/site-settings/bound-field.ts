import type { UseFormRegisterReturn } from 'react-hook-form';

/** The properties of a field that is registered with a form, and its error. */
export type BoundField = UseFormRegisterReturn & { error: string | undefined };
