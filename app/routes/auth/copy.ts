export const couldNotSignIn = {
  title: "Error",
  message: "Mila can't be reached right now. Please try again in a moment.",
};

export const couldNotConfirm = { ...couldNotSignIn, title: "I couldn't check that" };

export const notInvited = "You need an invitation to sign up here. Ask someone who uses Mila to invite this address.";
