export const entryGone = {
  title: "This entry was removed",
  message: "Someone in your household may have removed it.",
};

export const isMember = "This person is already in your household";

export const onlyOwnerInvites = "Only the owner of the household can invite people";

export const chooseOwnerFirst = "You own a household that others are in. Make one of them the owner first.";
