import { wordSet } from "./word-set.ts";

/** Like appointments, these stand in a calendar: cancelling or moving one changes a task. */
export const calendarWords = wordSet(`
  sleepover playdate visit call zoom trip picnic tour audition exam test tryout tryouts carpool
  pickup dropoff training camp club wedding shower viewing fitting facial dinner lunch brunch
  breakfast party parade concert play pageant barbecue bbq game games meeting class mass service
  supper date night session checkup appt appointment lesson lessons yoga run workout gym
  drop-off choir scouts cubs brownies netball cricket rugby judo taekwondo drama chess coding
  robotics art drums cello flute trumpet`);

/** These end elsewhere, by a phone call or on a page: "cancel the gym membership". */
export const contractWords = wordSet(`
  membership memberships subscription subscriptions order orders account contract insurance
  registration trial card plan policy payment payments check cheque service delivery flight
  flights hotel booking reservation reservations ticket tickets rental netflix hulu disney
  spotify amazon prime hbo audible peloton apple youtube paramount peacock hellofresh magazine
  newspaper paper cable internet phone photos photo emails email files file app apps pictures
  videos number history`);

/** Somebody wrote these down: "find the plumber's number". */
export const writtenThings = wordSet(`
  number numbers code codes password address phone email list lists task tasks reminder
  reminders note notes calendar agenda todo todos date time appointment appointments details
  info chores errands everything link login username combination pin plan plans week month`);

/** Like the people that a family hires, these are awaited: "the package came". */
export const awaited = wordSet(`
  guy man lady crew inspector technician tech installer exterminator painter painters roofer
  roofers movers landscaper tuner repairman contractor package packages parcel parcels delivery
  mail letter order groceries mattress sofa couch furniture fridge`);

/** They come to the house of a family. */
export const hiredPeople = wordSet(
  "sitter babysitter nanny plumber electrician cleaner cleaners tutor gardener handyman maid",
);
