export const entryGone = {
  title: "This is no longer on your list",
  message: "Someone in your household may have removed it.",
};

export const isMember = "This person is already in your household";

export const onlyOwnerInvites = "Only the owner of the household can invite people";

export const chooseOwnerFirst = "You own a household with other people in it. Make one of them the owner first.";
