import { wordSet } from "./word-set.ts";

/** A number before one of these is an amount: "at 350 degrees", "by 5 pounds". */
export const countedThings =
  wordSet(`% percent degrees dollars dollar bucks cents pounds pound lb lbs kg kilo kilos grams ounces oz ml liters litres gallons cups
  cup tbsp tsp tablespoons teaspoons inch inches cm mm feet foot ft yards miles mile km mph people persons guests kids
  children adults boys girls friends families times boxes box bags bag packs pack bottles bottle cans can jars rolls loaves
  eggs cupcakes cookies pizzas sandwiches pages page chapters chapter copies tickets seats stars points goals votes of x
  percentages items things pieces slices servings batches sets pairs pair dozen hundred thousand million gb mb volts watts
  years months weeks days hours minutes mins seconds hrs year month week day hour minute yo th nd rd st euros quid pence
  sheets folders pencils books cards stamps letters reps laps rounds doses pills tablets drops puffs teams players rooms
  bedrooms bathrooms stories floors blocks stops lanes exits different more other extra ct count`);

/** A number after one of these is a label: "room 12", "size 5", "chapter 7". */
export const numberedThings =
  wordSet(`branch size sizes sz qty room rooms chapter chapters page pages pg pp p ch number numbers nr flight bus gate route unit grade grades year
  level lesson exercise exercises question questions problem problems lane apt apartment suite highway interstate channel version step episode season
  volume vol act section book part platform track table seat row ward bay aisle exit terminal group team locker court
  field pier dock zone house door building box line age aged ages turns turned turning psalm verse score pack type class
  extension ext pin code model form train tram metro ticket order invoice item lot pool pitch hall studio block phase stage
  week day round heat period game set shelf drawer bin slot top track team under over motel forever x`);

export const streetWords =
  wordSet(`street st road rd avenue ave lane ln drive dr boulevard blvd court ct way place pl terrace close crescent square parkway
  highway hwy circle cir row hill gardens`);

/** These follow no hour: "at 14 oak lane", but "at 6 close the windows", "at 4 call dr. Wu". */
export const plainStreetWords = wordSet(
  "street rd road avenue ave lane ln boulevard blvd terrace crescent parkway hwy",
);

/** Streets that people name without the "Street": "415 Elm". */
export const streetNames = wordSet(
  "main maple oak elm pine cedar walnut chestnut birch spruce willow washington lincoln jefferson madison lake hill broadway market high church mill ridge sunset highland prospect franklin grove sycamore magnolia",
);

/**
 * An ordinal before one of these is not a date: "on the 5th floor", "second grade", "his 3rd
 * birthday".
 */
export const rankedThings =
  wordSet(`floor grade grader graders street st avenue ave road try attempt time birthday anniversary page chapter row shelf half
  place base round game period quarter century edition class year level step row lane opinion hand person child baby car
  cousin language helping dose day week month trip one thing part degree aid step season
  episode volume question problem item kid son daughter wife husband home job string team tooth toe finger
  trimester door house`);
