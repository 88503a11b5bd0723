const list = (names) => Object.freeze(names.split(' '));

/**
 * What of @lite-rollback/core computes from its arguments alone, and all of @lite-rollback/exact: what a simulation may
 * import beside its own folder.
 */
export const PURE_HELPERS = Object.freeze({
  '@lite-rollback/core': list('NULL_FRAME checksum createPRNG defineGame nextPRNG stateChecksum'),
  '@lite-rollback/exact': list(
    'NO_HANDLE NO_SLOT axisAt axisOf defineButtons definePool isDown isEvery isRunning justPressed justReleased ' +
      'nextChance nextRange nextShuffle packAxis packButtons startTimer stepTimer',
  ),
  '@lite-rollback/exact/ease': list(
    'easeInBack easeInCubic easeInOutCubic easeInOutQuad easeInOutSine easeInQuad easeInSine easeOutBack ' +
      'easeOutBounce easeOutCubic easeOutQuad easeOutSine smoothStep',
  ),
  '@lite-rollback/exact/fixed': list(
    'FIXED_MAX FIXED_MIN HALF ONE TURN abs add angleDifference approach atan2 clamp cos degrees div fixed floor hypot ' +
      'inverseLerp lerp lerpAngle mul round sin sqrt sub toNumber toRadians turnTowards wrapAngle',
  ),
  '@lite-rollback/exact/math': list('acos asin atan atan2 cos exp hypot log pow sin tan'),
  '@lite-rollback/exact/vector': list(
    'angleTo approachPoint cross distance dot lerpPoint limit normalize polar reflect resize rotate',
  ),
});
