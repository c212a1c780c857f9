export const couldNotUpdate = {
  title: "Error updating preferences",
  message: "Please try again in a moment.",
};

export const couldNotSaveSettings = {
  title: "Error saving settings",
  message: "Please try again in a moment.",
};
