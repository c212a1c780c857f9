export const couldNotSignIn = {
  title: "Error",
  message: "Mila cannot be reached right now. Please try again in a moment.",
};
