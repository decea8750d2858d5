package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("131 what kind of place an address is")
class AddressKindTest {

    @ParameterizedTest(name = "131 {0} is {1}")
    @Tag("F131")
    @CsvSource({
        "8.8.8.8, PUBLIC",
        "1.1.1.1, PUBLIC",
        "172.15.255.255, PUBLIC",
        "172.32.0.0, PUBLIC",
        "192.169.0.1, PUBLIC",
        "100.63.255.255, PUBLIC",
        "100.128.0.1, PUBLIC",
        "223.255.255.255, PUBLIC",
        "2606:4700:4700::1111, PUBLIC",
        "127.0.0.1, LOCAL",
        "127.255.255.254, LOCAL",
        "10.0.0.1, LOCAL",
        "172.16.0.1, LOCAL",
        "172.31.255.255, LOCAL",
        "192.168.1.1, LOCAL",
        "100.64.0.1, LOCAL",
        "::1, LOCAL",
        "fc00::1, LOCAL",
        "fd12:3456::1, LOCAL",
        "::ffff:127.0.0.1, LOCAL",
        "::ffff:10.1.2.3, LOCAL",
        "64:ff9b::10.0.0.1, LOCAL",
        "64:ff9b::8.8.8.8, PUBLIC",
        "169.254.169.254, KEYS",
        "169.254.170.2, KEYS",
        "100.100.100.200, KEYS",
        "168.63.129.16, KEYS",
        "192.0.0.192, KEYS",
        "fd00:ec2::254, KEYS",
        "fd20:ce::254, KEYS",
        "fe80::1, KEYS",
        "::ffff:169.254.169.254, KEYS",
        "64:ff9b::169.254.169.254, KEYS",
        "0.0.0.0, RESERVED",
        "0.1.2.3, RESERVED",
        "192.0.2.1, RESERVED",
        "198.18.0.1, RESERVED",
        "224.0.0.1, RESERVED",
        "240.0.0.1, RESERVED",
        "255.255.255.255, RESERVED",
        "::, RESERVED",
        "::8.8.8.8, RESERVED",
        "2002:7f00:1::, RESERVED",
        "2001:0:7f00:1::, RESERVED",
        "2001:db8::1, RESERVED",
        "3fff::1, RESERVED",
        "ff02::1, RESERVED",
        "64:ff9b:1::1, RESERVED",
        "4000::1, RESERVED",
    })
    void address_isOfItsKind(String literal, AddressKind kind) throws UnknownHostException {
        assertThat(AddressKind.of(InetAddress.getByName(literal))).isEqualTo(kind);
    }

    @Test
    @DisplayName("131 an address of IPv4 that is mapped into IPv6 is what it is")
    void mapped_asBytes_isJudgedAsIpv4() {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        mapped[12] = (byte) 169;
        mapped[13] = (byte) 254;
        assertThat(AddressKind.of(mapped)).isEqualTo(AddressKind.KEYS);
    }
}
