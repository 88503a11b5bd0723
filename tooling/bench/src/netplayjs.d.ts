// Two files of netplayjs that its entry does not export; bundle.js says where they are.
declare module 'netplayjs/rollback' {
  export { RollbackNetcode } from 'netplayjs/dist/types/netcode/rollback.js';
}
declare module 'netplayjs/types' {
  export { NetplayInput, NetplayPlayer, NetplayState } from 'netplayjs/dist/types/types.js';
}
