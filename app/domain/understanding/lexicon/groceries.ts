import { wordSet } from "./word-set.ts";

/** A family buys these for its kitchen and bath, each by its last word in the singular. */
export const groceries = wordSet(`
  milk egg bread butter cheese yogurt yoghurt cream ham bacon sausage chicken beef pork turkey
  fish salmon tuna shrimp tofu hummus apple banana orange lemon lime grape strawberry blueberry
  raspberry berry peach pear plum mango pineapple melon watermelon avocado tomato potato onion
  garlic carrot cucumber pepper lettuce spinach broccoli cauliflower celery corn pea bean
  mushroom zucchini squash pumpkin cabbage kale salad herb basil parsley cilantro ginger fruit
  vegetable veggie veg rice pasta spaghetti noodle flour sugar salt oil vinegar spice cinnamon
  vanilla yeast cereal oat oatmeal granola cracker chip cookie biscuit chocolate candy snack
  popcorn pretzel nut almond peanut raisin jam jelly honey syrup ketchup mustard mayo mayonnaise
  salsa soy sauce soup broth stock juice soda water coffee tea wine beer lemonade pizza tortilla
  bagel bun roll muffin waffle pancake baguette toast cake pie gelato popsicle dip spread
  margarine creamer diaper nappy wipe tissue towel soap shampoo conditioner toothpaste
  toothbrush floss deodorant detergent softener bleach sponge foil wrap bag napkin plate cup
  battery bulb candle match sunscreen lotion razor tampon pad bandage vitamin tylenol ibuprofen
  advil formula kibble litter paper`);

/** "Dog food" and "ice cream" are bought, whatever stands before "food" and "cream". */
export const groceryKinds = wordSet(
  "food cream paper towels treats milk oil sauce juice bags wipes tablets pods filters",
);
