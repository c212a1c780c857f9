export const couldNotSignIn = {
  title: "Error",
  message: "Mila can't be reached right now. Please try again in a moment.",
};
