//! Accounts: registration, login, one-time codes, tokens and password reset.

mod codes;
mod common_passwords;
mod forgotten_password;
mod lockout;
mod logout;
mod onboarding;
mod sign_in;
mod sign_up;
mod tokens;
