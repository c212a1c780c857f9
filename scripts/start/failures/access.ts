import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
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
  ELOOP: describeFileInTheWay,
};

/**
 * Names what keeps this user from a path, and the remedy.
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

/** Returns the user's number if the machine has no name for it, as in a container. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function describeFileInTheWay(path: string): string {
  const found = findInTheWay(path);
  return existsSync(found)
    ? `${found} is a file, but must be a folder: remove it`
    : `${found} is a link that leads nowhere: mount the disk that it leads to, or remove it`;
}

function findInTheWay(path: string): string {
  const isInTheWay = existsSync(path) ? !statSync(path).isDirectory() : isLink(path);
  return isInTheWay || path === dirname(path) ? path : findInTheWay(dirname(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
