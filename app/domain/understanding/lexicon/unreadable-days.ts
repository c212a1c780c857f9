function alternatives(words: string): string {
  return words.trim().split(/\s+/).join("|");
}

/** "Today", "tomorrow" and weekdays of other languages, unless English has the word too. */
export const foreignDays = alternatives(`
  hoy anteayer mañana manana lunes martes miércoles miercoles jueves viernes sábado domingo
  demain aujourd'hui lundi mardi mercredi jeudi vendredi samedi dimanche
  heute morgen übermorgen uebermorgen montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
  domani oggi dopodomani lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica
  amanhã amanha hoje segunda terça
  maandag dinsdag woensdag donderdag vrijdag zaterdag zondag overmorgen vandaag
  imorgon imorgen måndag mandag tisdag tirsdag onsdag torsdag fredag lördag lørdag söndag søndag idag
  huomenna tänään maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina
  jutro dziś dzisiaj pojutrze poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę
  zítra dnes pondělí úterý středa čtvrtek pátek sobotu neděli holnap hétfőn kedden szerdán csütörtökön pénteken szombaton
  mâine luni marți miercuri joi vineri duminică yarın bugün pazartesi salı çarşamba perşembe cuma cumartesi
  завтра сегодня понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье
  сьогодні понеділок вівторок середа середу четвер пʼятниця неділю
  kal somvar mangalvar budhvar guruvar shukravar shanivar ravivar besok lusa senin selasa rabu kamis jumat
  bukas huwebes biyernes sabado linggo غدا بكرة مחר מחר 明天 今天 后天 明日 今日 내일 오늘
`);

/** Holidays whose date moves in a way that the rules do not know. */
export const movingHolidays = alternatives(`
  diwali deepavali eid ramadan holi navratri dussehra rakhi hanukkah chanukah passover pesach purim sukkot shavuot
  nowruz vesak tet songkran onam pongal
`);

/** "On Zoe's birthday at 3": after "on" or "by" these name a day. */
export const nameOfDayEnds = new Set([
  "day",
  "birthday",
  "anniversary",
  "eve",
  "holiday",
  "weekend",
]);
