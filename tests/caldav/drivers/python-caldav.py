"""Does one thing to a calendar by Debian's python3-caldav, and prints JSON."""

import json
import sys

import caldav

task = json.load(sys.stdin)
client = caldav.DAVClient(
    url=task["address"], username=task["email"], password=task["secret"]
)
principal = client.principal()


def calendar():
    return next(c for c in principal.calendars() if c.name == task["calendar"])


def text_of(todo, name):
    value = todo.icalendar_component.get(name)
    return None if value is None else value.to_ical().decode()


def listed(found):
    names = ["UID", "SUMMARY", "STATUS", "DUE", "RRULE", "X-KEPT"]
    return sorted(
        ({name: text_of(todo, name) for name in names} for todo in found),
        key=lambda todo: (todo["SUMMARY"], todo["UID"]),
    )


def to_do():
    return calendar().todo_by_uid(task["uid"])


def calendars():
    return sorted(c.name for c in principal.calendars())


def make_list():
    made = principal.make_calendar(
        name=task["name"], supported_calendar_component_set=["VTODO"]
    )
    return made.name or task["name"]


def open_to_dos():
    return listed(calendar().todos())


def all_to_dos():
    return listed(calendar().todos(include_completed=True))


def add():
    calendar().save_todo(ical=task["ical"])


def rename():
    found = to_do()
    found.icalendar_component["SUMMARY"] = task["summary"]
    found.save()


def complete():
    to_do().complete(handle_rrule=False)


def complete_repeating():
    to_do().complete(handle_rrule=True, rrule_mode="safe")


def complete_this_and_future():
    to_do().complete(handle_rrule=True, rrule_mode="thisandfuture")


def uncomplete():
    to_do().uncomplete()


def delete():
    to_do().delete()


def changes():
    """Counts what changed since the first sync while a to-do is added and another deleted."""
    found = calendar().objects_by_sync_token(load_objects=True)
    first = sum(1 for _ in found)
    calendar().save_todo(ical=task["ical"])
    to_do().delete()
    updated, deleted = found.sync()
    return [first, len(list(updated)), len(list(deleted))]


print(json.dumps(globals()[task["do"]]()))
