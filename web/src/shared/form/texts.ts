/** The messages of the account forms (product.md §5). */

export const FILL_IN_ALL = 'Please fill in all fields';
export const INVALID_EMAIL = 'Please enter a valid email address';
export const SHORT_PASSWORD = 'Password must be at least 8 characters long';
export const SHORT_USERNAME = 'Username must be at least 2 characters long';
export const PASSWORDS_DIFFER = 'Passwords do not match';
