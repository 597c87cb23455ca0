import { imageTypeOf } from '../../../nodes/GetFeatures/photos';

it.each([
	['image/png', '89504e470d0a1a0a00'],
	['image/jpeg', 'ffd8ffe000104a'],
	['image/gif', '474946383961'],
	['image/webp', '52494646aabbccdd57454250'],
	['image/bmp', '424d36840300000000003600'],
	['image/tiff', '49492a00'],
	['image/tiff', '4d4d002a'],
	['image/avif', '0000002066747970617669660000'],
	['image/heic', '0000002066747970686569630000'],
	['image/heif', '00000020667479706d6966310000'],
	['image/heif', '00000020667479706d7366310000'],
	[undefined, '424d1234567890ab0000'],
	[undefined, '00000000aabbccdd57454250'],
	[undefined, ''],
	[undefined, '3c21646f6374797065'],
	[undefined, '3c7376672078'],
	[undefined, '255044462d'],
])('%s begins with its own bytes', (type, hex) => {
	expect(imageTypeOf(Buffer.from(hex, 'hex'))).toBe(type);
});

const bytes = (hex: string) => Buffer.from(hex, 'hex');

it.each([
	['image/jxl', 'ff0aba0f0053'],
	['image/x-tga', '00000a00000000000000'],
	['image/vnd.adobe.photoshop', '3842505300010000'],
])('an image of another kind is taken by the type that it comes with: %s', (type, hex) => {
	expect(imageTypeOf(bytes(hex), type)).toBe(type);
	expect(imageTypeOf(bytes(hex), ` ${type.toUpperCase()}; q=1`)).toBe(type);
	expect(imageTypeOf(bytes(hex), 'application/octet-stream')).toBeUndefined();
});

it('the bytes tell more than the type that a photo comes with', () => {
	expect(imageTypeOf(bytes('ffd8ffe000104a'), 'image/png')).toBe('image/jpeg');
	expect(imageTypeOf(bytes('ffd8ffe000104a'), 'text/html')).toBe('image/jpeg');
});

it.each([
	'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
	'\ufeff<?xml version="1.0"?>\r\n<svg/>',
	'<!doctype html>\n<title>Seite nicht verfügbar</title>',
	'BMW is not found',
	'',
])('%j is text, and no image whatever type it comes with', (text) => {
	for (const type of ['image/svg+xml', 'image/png']) expect(imageTypeOf(Buffer.from(text), type)).toBeUndefined();
});
