import { wordSet } from "./word-set.ts";

/** In a list of requests each of these is one of its own: "laundry, dishes, call Rose"; "milk, eggs" are bought. */
export const choreWords =
  wordSet(`laundry dishes dishwasher trash garbage recycling compost groceries errands bank pharmacy library gym haircut
  vacuum vacuuming mop mopping dusting dust sweep ironing rake weeding bills taxes bathrooms bathroom kitchen garage
  gutters yard lawn litter homework carpool pickup dropoff run oil tires inspection registration renewal refund prep
  costco target walmart walgreens cvs aldi ikea ups fedex dmv post dry cleaners cleaning vet dentist orthodontist
  doctor mechanic physical checkup nails manicure pedicure car gas passport passports rsvp`);

/** Nouns join such a list only up to this many words. */
export const maxWordsOfThing = 5;

/** After one of these a list of things is one request: "buy milk, eggs". */
export const listingVerbs = wordSet(
  "buy get grab pick order pack bring find need needs return invite make bake print find take text call email ask tell",
);
