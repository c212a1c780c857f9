import type { z } from "#app/domain/core/zod.ts";
import { changeEvent } from "./follow.ts";
import { household, me, people, person } from "./household.ts";
import { addedItems, item, items, list, lists } from "./lists/schemas.ts";
import { understood } from "./parse.ts";
import { reminder, reminderPage } from "./reminders.ts";
import { series, seriesPage } from "./series.ts";
import { asked } from "./tasks/delegate.ts";
import { task, taskPage, tasks, tombstone } from "./tasks/schemas.ts";
import { searchResult, week } from "./views.ts";

/** The names of the schemas in answers. */
export const namedSchemas: Record<string, z.ZodType> = {
  Task: task,
  Tombstone: tombstone,
  TaskPage: taskPage,
  Tasks: tasks,
  Asked: asked,
  List: list,
  Lists: lists,
  Item: item,
  Items: items,
  AddedItems: addedItems,
  Series: series,
  SeriesPage: seriesPage,
  Reminder: reminder,
  ReminderPage: reminderPage,
  Week: week,
  SearchResult: searchResult,
  Person: person,
  People: people,
  Me: me,
  Household: household,
  Understood: understood,
  ChangeEvent: changeEvent,
};
