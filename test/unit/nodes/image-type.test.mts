import { imageTypeOf } from '../../../nodes/GetFeatures/photo-request';

it.each([
	['image/png', '89504e470d0a1a0a00'],
	['image/jpeg', 'ffd8ffe000104a'],
	['image/gif', '474946383961'],
	['image/webp', '52494646aabbccdd57454250'],
	['image/bmp', '424d1234'],
	['image/tiff', '49492a00'],
	['image/tiff', '4d4d002a'],
	['image/avif', '0000002066747970617669660000'],
	['image/heic', '0000002066747970686569630000'],
	['image/heif', '00000020667479706d6966310000'],
	[undefined, ''],
	[undefined, '3c21646f6374797065'],
	[undefined, '3c7376672078'],
	[undefined, '255044462d'],
])('%s begins with its own bytes', (type, hex) => {
	expect(imageTypeOf(Buffer.from(hex, 'hex'))).toBe(type);
});
