export const notInvited =
  "You need an invitation to sign up here. Open the link in yours and sign up from there, or ask someone who uses " +
  "Mila to invite you.";

export const invitedOtherAddress =
  "This invitation is for a different email address. Please use the one you were invited with.";

export const noPassword =
  "You already have an account, without a password. Please log in the way you did before, or choose a password first.";

export const wrongPassword = "That email and password don't match";

export const tooManySignUps =
  "Your network or mailbox has signed up five times in the last hour. Please wait an hour, then try again.";
