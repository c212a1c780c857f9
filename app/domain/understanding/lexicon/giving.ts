import { wordSet } from "./word-set.ts";

/** With these verbs "for Dan" says who benefits: "bake a cake for Dan", "wait for Dan". */
export const givingVerbs =
  wordSet(`buy get grab order make bake cook wrap find choose pick bring send save leave prepare pack write sign plan throw organize
  celebrate knit sew design keep hide wait look search ask vote cover care root cheer pray speak thank host set`);

export const giftWords =
  wordSet(`present presents gift gifts card cards cake flowers roses surprise party birthday snack snacks lunch dinner breakfast
  note message letter package parcel mail shoes shirt shirts socks tickets chocolates chocolate valentine anniversary toast
  coffee beer soup sandwich`);

/**
 * After "ask Dan to" or "Dan needs to" these start no task: "ask Dan to dinner", "Dan needs to be
 * told".
 */
export const nonTaskWords =
  wordSet(`the a an my our his her their dinner lunch brunch breakfast prom coffee drinks homecoming be have know like love want need
  not never still only already probably come arrive wait rest sleep stay feel`);
