package dev.plumbline.sandbox.internal;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another program that uses its temp folder until it is killed. */
final class TempFolderProgram {

    private TempFolderProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (FileChannel channel =
                FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = channel.lock();
            int written = channel.write(ByteBuffer.wrap(new byte[] {1}));
            System.out.print(lock.isValid() && written == 1 ? 'L' : '-');
            System.out.flush();
            int unused = System.in.read();
        }
    }
}
