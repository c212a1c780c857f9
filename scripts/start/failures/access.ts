import { accessSync, constants, existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";

const describeReadOnly = (path: string) => `the disk of ${path} is read-only: make it writable`;
const describeFull = (path: string) => `the disk of ${path} is full: make room there`;

const causes: Record<string, (path: string, owned: string) => string> = {
  EACCES: describeForbidden,
  EPERM: describeForbidden,
  EROFS: describeReadOnly,
  SQLITE_READONLY: describeReadOnly,
  ENOSPC: describeFull,
  SQLITE_FULL: describeFull,
  ENOTDIR: describeFileInTheWay,
  EEXIST: describeFileInTheWay,
};

/**
 * Names what keeps this user from a path, and the cure.
 * @param owned the folder that this user has to own, by default the path itself
 * @returns undefined for other errors
 */
export function describeAccessError(code: string, path: string, owned = path): string | undefined {
  return causes[code]?.(path, owned);
}

/** @throws as `accessSync` does */
export function requireAccess(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK);
}

function describeForbidden(path: string, owned: string): string {
  const user = currentUser();
  const cure = existsSync(owned) ? `chown -R ${user} ${owned}` : `install -d -o ${user} ${owned}`;
  return `user ${user} has no access to ${path}: give it to them (as root: ${cure})`;
}

/** Its number if the machine has no name for it, as in a container. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function describeFileInTheWay(path: string): string {
  return `${fileInTheWay(path)} is a file, but must be a folder: remove it`;
}

function fileInTheWay(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && !found.isDirectory() ? path : fileInTheWay(dirname(path));
}
