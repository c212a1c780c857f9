export const answers = {
  accept: "Yes, I'll do it",
  acceptAll: "Yes, every time",
  acceptOnce: "Yes, only this time",
  decline: "Sorry, I can't",
  stillFine: "Yes, still fine",
  takeBack: "Sorry, I can't any more",
  takeBackOnce: "I can't this time",
  takeAllBack: "I can't any more, every time",
  takeAgain: "I can do it after all",
  takeAllAgain: "I can do it after all, every time",
  takeOnceAgain: "I can do it after all, only this time",
};

/** See the specification, section 5. */
export const nobodyToAsk = "No spouse or partner added yet";

export const notADelegate = "Please choose someone from the list";
