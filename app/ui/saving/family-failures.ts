export const couldNotInvite = { title: "Error", message: "Failed to send invitation" };

export const couldNotRemove = {
  title: "Error removing member",
  message: "Please try again in a moment.",
};
