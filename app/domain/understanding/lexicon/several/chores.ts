import { wordSet } from "../word-set.ts";

/**
 * In a list of requests, each of these is a request of its own: "laundry, dishes, call Rose";
 * "milk, eggs" are bought.
 */
export const choreWords =
  wordSet(`laundry dishes dishwasher trash garbage recycling compost groceries errands bank pharmacy library gym haircut
  vacuum vacuuming mop mopping dusting dust sweep ironing rake weeding bills taxes bathrooms bathroom kitchen garage
  gutters yard lawn litter homework carpool pickup dropoff run oil tires inspection registration renewal refund prep
  costco target walmart walgreens cvs aldi ikea ups fedex dmv post dry cleaners cleaning vet dentist orthodontist
  doctor mechanic physical checkup nails manicure pedicure car gas passport passports rsvp office`);

/** Orders in a list; elsewhere they are too rare to tell. */
export const listedVerbs =
  wordSet(`borrow lend wipe strip haul dig shovel winterize scrub rinse unplug caulk reset notarize laminate shred sharpen tighten
  unsubscribe dispute appeal refinance preorder chaperone rehearse quiz hold air fluff reload bathe groom deworm hem steam
  mend patch mount dispose drain salt spray bleach soak marinate season thaw slice peel shuck stuff frost stain varnish assemble
  dismantle inflate deflate tune jumpstart tow haggle bid price photograph backup sync unpair activate deactivate redeem claim
  deposit cash wire contest expense itemize budget prepay postpone confirm decline accept forward attach bcc ship package
  donate recycle purge sort stow store relocate rearrange move haul unload quote estimate interview shadow nominate vote
  volunteer sponsor join quit audition enter sew crochet knit bead glitter spackle prime sand refinish reupholster muck bed
  hay worm milk brush clip bandage ice elevate massage stretch weigh measure track log toss chuck ditch nuke grease`);

/** The verbs that also begin the names of things: "water bottles", "dust pan", "clean socks". */
export const nounLikeVerbs =
  wordSet(`water book light dust paint iron cut copy watch phone test sand glue tape hand label plant top post stock dress brush
  ring shop file cook set clean dry trim practice study pop pump frame paper wrap bake freeze grill fish color check order
  call drop pick mail swim dance play return`);

/** After one of these a list of things is one request: "buy milk, eggs". */
export const listingVerbs = wordSet(
  "buy get grab pick order pack bring find need needs return invite make bake print find take look text call email ask tell pay",
);
